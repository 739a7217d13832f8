import Basics
import DemoServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The servers of `apus` as a program of its own, which it starts when it needs one: `apus-demo PORT` is the demo API,
/// `apus-demo serve HOST PORT` answers with what `apus` has read of a collection.
///
/// It prints its address, or in its place why there is none, and answers until its standard input ends. So it never
/// outlives the program that started it, however that one ends. It opens no file.
@main enum DemoProgram {
  static func main() async {
    // The signals of the terminal are for the program that started this one.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    let words = CommandLine.arguments.dropFirst()
    if words.first == "serve", words.count == 3, let port = words.last.flatMap({ Int($0) }) {
      return await ServeProgram(host: words[2], port: port).run()
    }
    let port = words.first.flatMap { Int($0) } ?? 0
    do throws(DemoServerError) {
      let server = try await DemoServer.start(port: port)
      guard Speech.say(server.url), ThreadStart({ waitForEnd() }).launch() else { exit(1) }
      await server.wait()
    } catch {
      _ = Speech.say(error.description)
      exit(1)
    }
  }

  private static func waitForEnd() -> Never {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 0 || count < 0 && errno != EINTR { exit(0) }
    }
  }
}
