import Basics
import DemoServer
import Libc
import Serving
import Synchronization

/// Serves a collection. Each line of standard input is JSON: first the terms, then a table, and another one whenever
/// files change. Standard output carries the address, then a line of JSON for each request.
struct ServeProgram {
  let host: String
  let port: Int

  func run() async {
    var lines = DescriptorLines(STDIN_FILENO)
    // A line of another version of `apus` stops the server as if the pipe had ended.
    guard let terms = lines.next().flatMap(ServeTerms.init(line:)),
      let table = lines.next().flatMap(ServedTable.init(line:))
    else {
      return
    }
    let mock = MockServer(table, terms)
    do throws(CollectionServerError) {
      let server = try await CollectionServer.start(mock, host: host, port: port) { record in
        // The reader is gone: the end of the input follows.
        _ = ParentProcess.say(record.line)
      }
      let rest = lines
      guard ParentProcess.say(server.url), ThreadStart({ Self.follow(rest, mock) }).launch() else { exit(1) }
      await server.wait()
    } catch {
      _ = ParentProcess.say(error.description)
      exit(1)
    }
  }

  private static func follow(_ lines: DescriptorLines, _ mock: MockServer) -> Never {
    var lines = lines
    while let line = lines.next() {
      guard let table = ServedTable(line: line) else { break }
      mock.replace(table)
    }
    exit(0)
  }
}

/// Writes lines to the program that started this one, each in one piece.
enum ParentProcess {
  private static let turn = Mutex(())

  /// - Returns: true if there is a reader.
  static func say(_ line: String) -> Bool { say(Array(line.utf8)) }

  static func say(_ line: [UInt8]) -> Bool {
    turn.withLock { _ in Descriptor.write(line + [0x0A], to: STDOUT_FILENO) }
  }
}
