import Workspaces

/// What is wrong in the settings, for a command that goes by them: the rest of them holds.
enum SettingsNotes {
  /// - Parameter workspace: `nil` for the user's own settings alone.
  static func tell(of workspace: Workspace?) {
    let read = workspace?.configuration() ?? SettingsFolder().configuration()
    for fault in read.faults { Output.error.say("apus: \(fault)") }
  }
}
