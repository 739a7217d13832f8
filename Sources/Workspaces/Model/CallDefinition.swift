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

/// Writes a gRPC call into its file (opencollection.md, section 9).
extension RequestWriter {
  static let callOrder = ["url", "method", "methodType", "protoFilePath", "metadata", "message", "auth"]

  func changeCall(_ block: inout YAMLNode, _ authMoves: Bool) {
    let order = Self.callOrder
    func put(_ key: String, _ before: String, _ after: String) {
      if before != after { block.put(key, after.isEmpty ? nil : .string(after), order: order) }
    }
    let (was, now) = (old.conversation.call, new.conversation.call)
    if old.url != new.url { block.put("url", .string(new.url), order: order) }
    if old.method != new.method { block.put("method", .string(new.method), order: order) }
    put("methodType", was.methodType, now.methodType)
    put("protoFilePath", was.protoFile, now.protoFile)
    if old.headers != new.headers {
      let list = RowsWriter.plain.list(block["metadata"], from: old.headers, to: new.headers)
      block.put("metadata", list, order: order)
    }
    changeCallMessages(&block)
    changeAuthentication(&block, authMoves, order)
  }

  /// A single unnamed message is written as text; several, or a named one, as a list.
  private func changeCallMessages(_ block: inout YAMLNode) {
    let (old, new) = (old.conversation.messages, new.conversation.messages)
    guard old != new else { return }
    let rows = RowsWriter<ConversationDefinition.Message>.callMessages
    let written = block["message"]
    if written?.items == nil, new.count == 1, new[0].hasStandardName(at: 0), new[0].isSelected {
      return block.put("message", .string(new[0].data), order: Self.callOrder)
    }
    if let written, written.items != nil {
      return block.put("message", rows.list(written, from: old, to: new), order: Self.callOrder)
    }
    block.put("message", new.isEmpty ? nil : .list(new.map(rows.make)), order: Self.callOrder)
  }

  /// Writes the fields that the format has no place for.
  func changeCallExtension(_ root: inout YAMLNode) {
    let (was, now) = (old.conversation.call, new.conversation.call)
    guard was.compresses != now.compresses || was.carrier != now.carrier else { return }
    changeExtensions(&root) { apus in
      apus.update("grpc") { call in
        call.put("compress", now.compresses ? .bare("true") : nil)
        call.put("carrier", now.carrier == .http2 ? nil : .string(now.carrier.rawValue))
      }
    }
  }
}

extension RowsWriter where Element == ConversationDefinition.Message {
  /// A message of a call is a text without a kind; unselected ones are not marked.
  fileprivate static var callMessages: RowsWriter {
    let order = ["title", "selected", "message"]
    return RowsWriter(
      isRow: { _ in true },
      name: \.name,
      make: { message in
        .map([
          ("title", message.name.isEmpty ? nil : .string(message.name)),
          ("selected", message.isSelected ? .bool(true) : nil), ("message", .string(message.data)),
        ])
      },
      change: { item, old, new in
        // The message is a plain element of the list.
        if item.entries == nil { item = .map([("message", item)]) }
        if old.name != new.name { item.put("title", new.name.isEmpty ? nil : .string(new.name), order: order) }
        if old.isSelected != new.isSelected {
          item.put("selected", new.isSelected ? .bool(true) : nil, order: order)
        }
        if old.data != new.data { item.put("message", .string(new.data), order: order) }
      })
  }
}
