import Basics
import Networking

/// A client for test suites like Autobahn's fuzzing server: it requests the number of cases, echoes the messages of
/// each case, and requests the report.
///
///     WebSocketProbe ws://127.0.0.1:9001            all cases
///     WebSocketProbe ws://127.0.0.1:9001 1 45       the cases from 1 to 45
///     WebSocketProbe ws://127.0.0.1:9001/echo echo  one connection, echoed until it ends
@main struct WebSocketProbe {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard let url = words.first else { return print("WebSocketProbe URL [FIRST LAST | echo]") }
    if words.dropFirst().first == "echo" { return print(await echo(url)) }
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard let count = await Int(text(url + "/getCaseCount")) else { return print("no count of cases at \(url)") }
    let first = numbers.first ?? 1
    let last = numbers.count > 1 ? numbers[1] : numbers.first ?? count
    for number in first...max(first, last) {
      let end = await echo("\(url)/runCase?case=\(number)&agent=apus")
      print("\(number) of \(count): \(end)")
    }
    _ = await text(url + "/updateReports?agent=apus")
  }

  /// Echoes text and binary messages.
  /// - Returns: how the conversation ended.
  private static func echo(_ url: String) async -> String {
    guard let socket = open(url) else { return "no URL: \(url)" }
    for await event in socket.conversation {
      switch event {
      case .message(let message) where message.direction == .incoming:
        let bytes = message.body.allBytes
        // The conversation may have ended; its end gives the reason.
        if message.kind == .text { try? await socket.send(String(decoding: bytes, as: UTF8.self)) }
        if message.kind == .binary { try? await socket.send(bytes) }
      case .finished(let exchange):
        let code = exchange.conversation?.close?.code.map { "closed with \($0)" } ?? "closed"
        return exchange.failure.map { "\(code): \($0.message)" } ?? code
      default: break
      }
    }
    return "no end"
  }

  /// The one message that the server sends.
  private static func text(_ url: String) async -> String {
    guard let socket = open(url) else { return "" }
    var text = ""
    for await event in socket.conversation {
      switch event {
      case .message(let message) where message.direction == .incoming && message.kind == .text:
        text = String(decoding: message.body.allBytes, as: UTF8.self)
      case .finished(let exchange):
        if let failure = exchange.failure { print(failure.message) }
      default: break
      }
    }
    return text
  }

  private static func open(_ url: String) -> WebSocket? {
    // Only an invalid command line has none.
    guard let request = try? Request.with(.webSocket(url)) else { return nil }
    return Client.shared.webSocket(for: request)
  }
}
