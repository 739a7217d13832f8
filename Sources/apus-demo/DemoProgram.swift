import Basics
import DemoServer
import Libc

/// The servers of `apus` as a separate program, which `apus` starts on demand: `apus-demo PORT` runs the demo API,
/// `apus-demo serve HOST PORT` serves the answers that `apus` has read from a collection.
///
/// Prints its address, or the reason why there is none, and serves until its standard input ends. It therefore never
/// outlives the program that started it. It opens no file.
@main enum DemoProgram {
  static func main() async {
    // Terminal signals are handled by the program that started this one.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    let words = CommandLine.arguments.dropFirst()
    if words.first == "serve", words.count == 3, let port = words.last.flatMap({ Int($0) }) {
      return await ServeProgram(host: words[2], port: port).run()
    }
    if words.contains("--help") || words.contains("-h") {
      _ = ParentProcess.say(help)
      return
    }
    guard let port = words.isEmpty ? 0 : words.count == 1 ? words.first.flatMap({ Int($0) }) : nil else {
      let known = words.map { VisibleText.of($0) }.joined(separator: " ")
      _ = ParentProcess.say("apus-demo does not know \(known); see apus-demo --help")
      exit(2)
    }
    do throws(DemoServerError) {
      let server = try await DemoServer.start(port: port)
      guard ParentProcess.say(server.url), ThreadStart({ waitForEnd() }).launch() else { exit(1) }
      await server.wait()
    } catch {
      _ = ParentProcess.say(error.description)
      exit(1)
    }
  }

  private static let help = """
    apus-demo is the server behind `apus demo` and `apus serve`, which start it themselves.

    USAGE
      apus-demo [PORT]           the demo API on 127.0.0.1; without PORT, or with 0, on any port that is free
      apus-demo serve HOST PORT  answers with a collection, which `apus serve` writes to its standard input
      apus-demo --help           this text

    It prints its address and answers until its standard input ends. Use `apus demo --port N` to have the demo API until ^C.
    """

  private static func waitForEnd() -> Never {
    while let byte = Descriptor.read(STDIN_FILENO, limit: 1), !byte.isEmpty {}
    exit(0)
  }
}
