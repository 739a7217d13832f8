import Basics

/// The links in the `Link` fields of an answer (RFC 8288, section 3).
package struct LinkHeader: Hashable, Sendable {
  package struct Link: Hashable, Sendable {
    /// As written, often relative.
    package var target: String
    /// In lower case.
    package var relations: Set<String>
  }

  package private(set) var links: [Link] = []

  package init(_ value: String) { add(value) }

  package init(_ headers: Headers) {
    for field in headers.fields where field.name.equalsIgnoringCase("Link") { add(field.value) }
  }

  /// The target of the first link with this relation.
  package func target(_ relation: String) -> String? {
    links.first { $0.relations.contains(relation) }?.target
  }

  private mutating func add(_ value: String) {
    var rest = Array(value.utf8)[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      let target = String(decoding: rest[(start + 1)..<end], as: UTF8.self).trimmed
      rest = rest[(end + 1)...]
      let parameters = Self.takeParameters(&rest)
      let relations = parameters.first { $0.name == "rel" }?.value.asciiLowercased ?? ""
      links.append(Link(target: target, relations: Set(relations.split(separator: " ").map(String.init))))
    }
  }

  /// `; rel="next"; title="a, b"`, up to the comma before the next link.
  private static func takeParameters(_ rest: inout ArraySlice<UInt8>) -> [(name: String, value: String)] {
    var all: [[UInt8]] = []
    var isQuoted = false
    var isEscaped = false
    loop: while let byte = rest.popFirst() {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isQuoted:
        isEscaped = true
        continue
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        continue
      case UInt8(ascii: ",") where !isQuoted: break loop
      case UInt8(ascii: ";") where !isQuoted:
        all.append([])
        continue
      default: break
      }
      if !all.isEmpty { all[all.count - 1].append(byte) }
    }
    return all.map { bytes in
      let halves = bytes.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
      return (halves.first?.trimmed.asciiLowercased ?? "", halves.count > 1 ? halves[1].trimmed : "")
    }
  }
}
