// The values of sends, runs and exports, which the screen uses without their services.
@_exported public import SessionModel
