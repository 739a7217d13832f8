import Basics
package import Documents
package import HTTPModel

/// The location of an answer's next page.
package enum NextPage: Hashable, Sendable {
  /// A URL from the answer, often relative.
  case reference(String)
  /// A cursor or a page number.
  case value(String)

  /// A reference as a whole URL, without its fragment.
  package func absolute(after exchange: Exchange) -> NextPage {
    guard case .reference(let text) = self else { return self }
    var target = URLParts(exchange.finalURL ?? "").resolving(PercentEncoding.wire(text))
    target.fragment = nil
    return .reference(target.description)
  }
}

/// The way an answer refers to its next page.
package struct PageRule: Sendable {
  /// Selects the reference in the body; `nil` uses links: `Link`, HAL, JSON:API, and the usual members with a URL.
  package var path: JSONPath?

  package init(path: JSONPath? = nil) { self.path = path }

  /// - Parameter document: the body, if it has been read already.
  /// - Returns: `nil` after the last page.
  package func next(after exchange: Exchange, document: Document? = nil) -> NextPage? {
    if path == nil, let linked = exchange.response.flatMap({ LinkHeader($0.headers).target("next") }) {
      return .reference(linked)
    }
    guard let document = document ?? Self.document(of: exchange) else { return nil }
    return path.map { Self.selected($0, in: document) } ?? Self.named(in: document).map { .reference($0) }
  }

  private static func document(of exchange: Exchange) -> Document? {
    guard let body = exchange.textBytes else { return nil }
    let document = Document(store: ByteStore(body), kind: .json)
    document.advanceToEnd()
    return document.fault == nil ? document : nil
  }

  /// The members that hold the next page's URL in any form: HAL and JSON:API.
  private static let links = [
    ["_links", "next", "href"], ["_links", "next"], ["links", "next", "href"], ["links", "next"],
  ]

  /// Members that may hold a cursor or a number instead, such as those of Django, OData and Laravel.
  private static let members = [
    ["next"], ["@odata.nextLink"], ["nextLink"], ["next_page_url"], ["next_url"], ["paging", "next"],
    ["pagination", "next"], ["meta", "next"],
  ]

  private static func named(in document: Document) -> String? {
    if let link = links.lazy.compactMap({ document.string(at: $0) }).first(where: { !$0.isEmpty }) { return link }
    return members.lazy.compactMap { document.string(at: $0) }.first(where: isURL)
  }

  private static func isURL(_ text: String) -> Bool {
    text.hasPrefix("/") || text.hasPrefix("?") || text.contains("://")
  }

  private static func selected(_ path: JSONPath, in document: Document) -> NextPage? {
    var found: [UInt8]?
    path.forEachNode(of: document, keepsPaths: false) { _, text, _ in
      found = Array(text)
      return false
    }
    // The value is part of a parsed document, so parsing cannot fail.
    switch found.flatMap({ try? JSONValue(parsing: $0) }) {
    case .string(let text)?:
      if text.isEmpty { return nil }
      return text.hasPrefix("/") || text.contains("://") ? .reference(text) : .value(text)
    case .number(let text)?: return .value(text)
    default: return nil
    }
  }
}

extension RequestDefinition {
  /// Points the request at a page. A server's URL contains neither variables nor path parameters.
  package mutating func turn(toPageAt url: URLParts) {
    var target = url
    target.path = target.path.replacing("/:", with: "/%3A")
    self.url = target.description.replacing("{", with: "%7B").replacing("}", with: "%7D")
    params = []
    settings.encodeURL = false
  }
}
