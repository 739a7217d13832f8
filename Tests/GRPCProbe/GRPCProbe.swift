import Networking

/// A client for servers that test clients of gRPC.
///
///     GRPCProbe http://127.0.0.1:50051 cases                every interoperability case
///     GRPCProbe http://127.0.0.1:50051 cases empty_unary    one of them
///     GRPCProbe http://127.0.0.1:8080 web                   those that gRPC-Web can carry, also as text
///     GRPCProbe https://127.0.0.1:50051 ends 10000 CA.pem   so many early ends, rejections and cancelled calls
@main struct GRPCProbe {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    guard words.count >= 2, let url = words.first else {
      return print("GRPCProbe URL cases [NAME] | web | ends COUNT [CA]")
    }
    let rest = Array(words.dropFirst(2))
    let authority = rest.first { $0.hasSuffix(".pem") }
    let target = ProbeTarget(url: url, authority: authority)
    switch words[words.startIndex + 1] {
    case "cases":
      let names = rest.filter { !$0.hasSuffix(".pem") }
      for name in names.isEmpty ? InteropCases.names : names {
        print("\(name): \(try await InteropCases(target: target).run(name) ?? "passed")")
      }
    case "web":
      for asText in [false, true] {
        var target = target
        target.config.carrier = .web(asText: asText)
        for name in InteropCases.namesOfWeb {
          print("\(name)\(asText ? " as text" : ""): \(try await InteropCases(target: target).run(name) ?? "passed")")
        }
      }
    default:
      let count = rest.first.flatMap { Int($0) } ?? 100
      let wrong = try await EarlyEnds(target: target).run(count)
      for line in wrong.prefix(20) { print(line) }
      print("\(count) calls, \(wrong.count) wrong")
    }
  }
}
