import ArgumentParser
import Workspaces

/// `apus doctor`: checks the capabilities of this terminal and this build, and says how to fix what is missing.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report what this terminal and this build support, and the commands that add missing parts.")

  func run() throws {
    let checkup = Checkup(
      environment: Locale.allVariables, settings: SettingsFolder().configuration().configuration)
    let findings = checkup.findings()
    let width = (findings.map(\.name.count).max() ?? 0) + 2
    for finding in findings {
      try Output.standard.line(PaddedText.padded(finding.name, width) + TerminalText.shown(finding.value)).get()
      guard let remedy = finding.remedy else { continue }
      try Output.standard.line(PaddedText.padded("", width) + "try: " + TerminalText.shown(remedy)).get()
    }
  }
}
