import Foundation
import Interchange
import TestSupport

/// Runs the programs of a language: one process runs many of them, each unchanged except for isolation from the others.
struct CodeRuntime: Sendable {
  let language: CodeLanguage
  /// A shell command that succeeds if programs can be run.
  let check: String
  /// The file of the program with this number.
  let file: @Sendable (_ number: Int) -> String
  /// The program in the form for that file.
  var adapted: @Sendable (_ program: String, _ number: Int) -> String = { program, _ in program }
  /// Further files for this number of programs, by name.
  let drivers: @Sendable (_ count: Int) -> [String: String]
  /// The command that runs all of them.
  let command: String

  /// Runs the programs in turn. Their output is discarded; failures are returned as errors.
  func run(_ programs: [String], in folder: TemporaryDirectory) throws -> ShellRun {
    for (number, program) in programs.enumerated() { try folder.write(file(number), adapted(program, number)) }
    for (name, text) in drivers(programs.count) { try folder.write(name, text) }
    // Kept beside the other build products: Go compiles its whole library for a first program.
    let cache = URL(fileURLWithPath: #filePath).appending(path: "../../../../.build/go").standardizedFileURL.path
    var variables = ["NO_PROXY": "*", "no_proxy": "*", "GOCACHE": cache]
    variables["APUS"] = try Executable.path("apus")
    return try ShellRun(command, in: folder, variables: variables)
  }

  private var isInstalled: Bool {
    guard let folder = try? TemporaryDirectory("languages") else { return false }
    return (try? ShellRun(check, in: folder))?.status == 0
  }

  /// The installed languages; the others are named on standard error.
  static let installed: [CodeRuntime] = all.filter { runtime in
    let isInstalled = runtime.isInstalled
    if !isInstalled { Notice.show("code in \(runtime.language) is not run: this failed: \(runtime.check)") }
    return isInstalled
  }
}

extension CodeRuntime: CustomStringConvertible {
  var description: String { language.id }
}
