import ArgumentParser

/// `apus manual`: prints the manual page, for packagers and `make install`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page.", shouldDisplay: false)

  func run() throws {
    try Output.standard.write(try ManualPage(dump: Apus._dumpHelp()).text(version: ProgramVersion.text))
  }
}
