import Basics

/// A server and a method of gRPC as one text: `grpc://host/pkg.Service/Method`.
package enum CallAddress {
  /// - Parameter method: in any spelling; empty for none yet.
  package static func text(server: String, method: String) -> String {
    guard !method.isEmpty else { return server }
    let slash = method.hasPrefix("/") || server.isEmpty ? "" : "/"
    return trimmed(server) + slash + method
  }

  /// The last two parts of the path are the method, or the last one while there is no more.
  package static func split(_ text: String) -> (server: String, method: String) {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let slashes = text[start...].indices.filter { text[$0] == "/" }
    guard let cut = slashes.count > 1 ? slashes[slashes.count - 2] : slashes.last else { return (text, "") }
    return (String(text[..<cut]), String(text[cut...]))
  }

  /// Whether the end of a URL looks like a method more than like a path: its service has a package or a capital.
  package static func isCall(_ url: String) -> Bool {
    let parts = split(url).method.split(separator: "/")
    guard parts.count == 2, let service = parts.first, !parts[1].contains(where: { "?#".contains($0) }) else {
      return false
    }
    return service.contains(".") || service.first?.isUppercase == true
  }

  /// Whether the address says by its scheme that it is one of gRPC.
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
  /// What stands in its URL line: of a call, its server and its method.
  package var address: String { kind == .grpc ? CallAddress.text(server: url, method: method) : url }

  /// Takes server and method from an address. What says the same in another spelling stays as it was.
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
