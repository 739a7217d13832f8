package import Basics
package import Documents
package import Networking
import Workspaces

/// The location of an answer's next page.
package enum NextPage: Hashable, Sendable {
  /// A URL from the answer, often relative.
  case reference(String)
  /// A cursor or a page number.
  case value(String)
}

/// The way an answer refers to its next page.
package struct PageRule: Sendable {
  /// Selects the reference in the body; `nil` uses links: `Link`, HAL, JSON:API.
  package var path: JSONPath?

  package init(path: JSONPath? = nil) { self.path = path }

  /// - Returns: `nil` after the last page.
  package func next(after exchange: Exchange) -> NextPage? {
    guard let path else { return (linked(in: exchange) ?? named(in: exchange)).map { .reference($0) } }
    return selected(path, in: exchange)
  }

  private func linked(in exchange: Exchange) -> String? {
    exchange.response.flatMap { LinkHeader($0.headers).target("next") }
  }

  /// HAL: `_links.next.href`. JSON:API: `links.next`, a string or an object.
  private func named(in exchange: Exchange) -> String? {
    guard let body = exchange.json else { return nil }
    let places = [body["_links"]?["next"], body["links"]?["next"]].compactMap(\.self)
    return places.lazy.compactMap { $0.string ?? $0["href"]?.string }.first { !$0.isEmpty }
  }

  private func selected(_ path: JSONPath, in exchange: Exchange) -> NextPage? {
    guard let body = exchange.textBytes else { return nil }
    let document = Document(store: ByteStore(body), kind: .json)
    document.advanceToEnd()
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

extension Exchange {
  /// The body as JSON; `nil` if it is not JSON.
  package var json: JSONValue? {
    // A body that is not JSON is an expected result.
    textBytes.flatMap { try? JSONValue(parsing: $0) }
  }
}

extension JSONValue {
  /// Joins two pages: arrays are concatenated, objects merged by member; other values come from the later page.
  package func joined(with page: JSONValue) -> JSONValue {
    switch (self, page) {
    case (.array(let left), .array(let right)): return .array(left + right)
    case (.object(let left), .object(let right)):
      var members = left
      for new in right {
        if let place = members.firstIndex(where: { $0.name == new.name }) {
          members[place].value = members[place].value.joined(with: new.value)
        } else {
          members.append(new)
        }
      }
      // Members that describe only their own page, such as a link to the next one.
      members.removeAll { member in !member.value.holdsArrays && !right.contains { $0.name == member.name } }
      return .object(members)
    default: return page
    }
  }

  private var holdsArrays: Bool {
    switch self {
    case .array: true
    case .object(let members): members.contains { $0.value.holdsArrays }
    default: false
    }
  }
}
