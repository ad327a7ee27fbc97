"""Telemetry: speed, gear, Heat and place of two drivers laid over each other, over the distance or over the rounds."""
