/// A library as the comparison uses it: with the settings of its own defaults, and a time limit where one is named.
public protocol Contender: Sendable {
  /// Sends a GET and reads the whole body.
  func load(_ url: String) async throws

  /// Sends a request and says what came of it in a few words.
  func answer(_ method: String, _ url: String, body: String?, within seconds: Int) async throws -> String

  /// Reads a body chunk by chunk and calls `received` after each.
  func stream(_ url: String, _ received: () -> Void) async throws
}

extension Contender {
  /// `PROGRAM load URL COUNT WIDTH` or `PROGRAM fault KIND URL`. Faults are told on standard output, in one line.
  public func run(_ words: [String]) async throws {
    switch words.first {
    case "load" where words.count == 4:
      let work = Load(count: Int(words[2]) ?? 1, width: Int(words[3]) ?? 1)
      print(try await work.carriedOut { try await load(words[1]) })
    case "fault" where words.count == 3: print(await Fault(words[1], words[2]).outcome(of: self))
    default: throw Misuse()
    }
  }
}

/// The words of the command line make no sense.
struct Misuse: Error {}
