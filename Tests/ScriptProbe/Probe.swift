import Basics
import Scripting
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Is a child that runs scripts, and before them makes a call that scripts must not make; or a parent of such a child.
///
/// The first argument is the call or `parent`; a second one makes the process recognisable.
@main enum Probe {
  static func main() async {
    let words = CommandLine.arguments
    if words.count > 4, words[3] == ScriptChild.argument {
      ScriptChild.run(memory: words[4]) {
        if let call = Attempt.all[words[1]], call() { exit(9) }
      }
    }
    if words.count == 3, words[1] == "parent" { await runEndlessScript(words[2]) }
    exit(2)
  }

  /// Prints a line when the script runs, which never ends.
  private static func runEndlessScript(_ mark: String) async {
    let engine = ScriptEngine(program: [CommandLine.arguments[0], "nothing", mark], environment: [:])
    var limits = ScriptLimits()
    limits.running = .seconds(300)
    let code = "console.log('runs'); while (true) {}"
    let script = PlacedScript(phase: "tests", code: code, file: "endless.yml")
    // The test kills this process first.
    _ = try? await engine.run(
      ScriptJob(rules: .postman, scripts: [script], request: [:]), limits: limits,
      onEvent: { _ in _ = Descriptor.write(Array("runs\n".utf8), to: 1) }, answering: { _ in ScriptAnswer([:]) })
  }
}
