import Basics

/// The fields of a gRPC call in a file, except its method, which is `RequestDefinition.method`: `/pkg.Service/Method`.
package struct CallDefinition: Hashable, Sendable {
  /// The transport of messages.
  package enum Carrier: String, Hashable, Sendable, CaseIterable {
    case http2 = ""
    case web
    case webText = "web-text"
  }

  /// The streaming type of the method, in the format's words; empty if the file has none. The schema takes precedence.
  package var methodType = ""
  /// A `.proto` file or a descriptor set; empty for server reflection.
  package var protoFile = ""
  /// Indicates whether messages are sent compressed.
  package var compresses = false
  package var carrier = Carrier.http2

  package init() {}
}

/// The server and method of a gRPC call as one text: `grpc://host/pkg.Service/Method`.
package enum CallAddress {
  /// - Parameter method: in any spelling; empty if not chosen yet.
  package static func text(server: String, method: String) -> String {
    guard !method.isEmpty else { return server }
    let slash = method.hasPrefix("/") || server.isEmpty ? "" : "/"
    return trimmed(server) + slash + method
  }

  /// The last two parts of the path are the method; if there is only one, that one.
  package static func split(_ text: String) -> (server: String, method: String) {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let slashes = text[start...].indices.filter { text[$0] == "/" }
    guard let cut = slashes.count > 1 ? slashes[slashes.count - 2] : slashes.last else { return (text, "") }
    return (String(text[..<cut]), String(text[cut...]))
  }

  /// True if the end of a URL looks like a method rather than a path: its service has a package or a capital letter.
  package static func isCall(_ url: String) -> Bool {
    let parts = split(url).method.split(separator: "/")
    guard parts.count == 2, let service = parts.first, !parts[1].contains(where: { "?#".contains($0) }) else {
      return false
    }
    return service.contains(".") || service.first?.isUppercase == true
  }

  /// True if the scheme of the address is one of gRPC.
  package static func isSchemeOfCalls(_ url: String) -> Bool {
    let scheme = url.trimmed.prefix { $0 != ":" }.lowercased()
    return ["grpc", "grpcs"].contains(scheme) && url.trimmed.dropFirst(scheme.count).hasPrefix("://")
  }

  private static func trimmed(_ server: String) -> Substring {
    var server = server[...]
    while server.hasSuffix("/"), !server.hasSuffix("://") { server.removeLast() }
    return server
  }
}

extension RequestDefinition {
  /// The content of the URL line; for a call, its server and method.
  package var address: String { kind == .grpc ? CallAddress.text(server: url, method: method) : url }

  /// Sets server and method from an address. A part with the same meaning keeps its spelling.
  /// - Parameter original: the request before its address was typed.
  package mutating func setAddress(_ text: String, from original: RequestDefinition) {
    let (server, path) = CallAddress.split(text)
    let isSame = original.kind == .grpc && original.address == text
    url = isSame ? original.url : server
    method = isSame ? original.method : path
    params = []
    if !isSame, original.method != method { conversation.call.methodType = "" }
  }
}
