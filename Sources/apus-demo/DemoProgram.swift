import Basics
import DemoServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The demo API as a program of its own, which `apus` starts when it needs one: `apus-demo PORT`.
///
/// It prints its address, or in its place why there is none, and answers until its standard input ends. So it never
/// outlives the program that started it, however that one ends.
@main enum DemoProgram {
  static func main() async {
    // The signals of the terminal are for the program that started this one.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
    do throws(DemoServerError) {
      let server = try await DemoServer.start(port: port)
      guard say(server.url), ThreadStart({ waitForEnd() }).launch() else { exit(1) }
      await server.wait()
    } catch {
      _ = say(error.description)
      exit(1)
    }
  }

  /// - Returns: whether somebody reads it.
  private static func say(_ line: String) -> Bool {
    let bytes = Array("\(line)\n".utf8)
    // A pipe that only `apus` reads, which judges the line.
    return write(STDOUT_FILENO, bytes, bytes.count) == bytes.count
  }

  private static func waitForEnd() -> Never {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 0 || count < 0 && errno != EINTR { exit(0) }
    }
  }
}
