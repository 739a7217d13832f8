import Foundation
import Interchange
import TestSupport

/// How the programs of a language are run: many of them by one process, each unchanged but for what lets them live side by
/// side.
struct CodeRuntime: Sendable {
  let language: CodeLanguage
  /// A shell command that succeeds where programs can be run.
  let check: String
  /// The file of the program with this number.
  let file: @Sendable (_ number: Int) -> String
  /// The program as it stands in that file.
  var adapted: @Sendable (_ program: String, _ number: Int) -> String = { program, _ in program }
  /// Further files for this number of programs, by name.
  let drivers: @Sendable (_ count: Int) -> [String: String]
  /// What runs them all.
  let command: String

  /// Runs the programs, each in turn. What a program says goes nowhere; what fails is in the errors.
  func run(_ programs: [String], in folder: TemporaryDirectory) throws -> ShellRun {
    for (number, program) in programs.enumerated() { try folder.write(file(number), adapted(program, number)) }
    for (name, text) in drivers(programs.count) { try folder.write(name, text) }
    // Kept beside what else was built: Go compiles its whole library for a first program.
    let cache = URL(fileURLWithPath: #filePath).appending(path: "../../../../.build/go").standardizedFileURL.path
    var variables = ["NO_PROXY": "*", "no_proxy": "*", "GOCACHE": cache]
    variables["APUS"] = try Executable.path("apus")
    return try ShellRun(command, in: folder, variables: variables)
  }

  private var isInstalled: Bool {
    guard let folder = try? TemporaryDirectory("languages") else { return false }
    return (try? ShellRun(check, in: folder))?.status == 0
  }

  /// Those that are installed here; the others are named on standard error.
  static let installed: [CodeRuntime] = all.filter { runtime in
    let isInstalled = runtime.isInstalled
    if !isInstalled { Notice.show("code in \(runtime.language) is not run: this failed: \(runtime.check)") }
    return isInstalled
  }
}

extension CodeRuntime: CustomStringConvertible {
  var description: String { language.id }
}
