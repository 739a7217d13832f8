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
      // `; rel="next"; title="a, b"`, up to the comma before the next link.
      let parameters = ParameterizedField.prefix(of: rest, before: UInt8(ascii: ","))
      rest = rest[parameters.endIndex...]
      let field = ParameterizedField(String(decoding: parameters, as: UTF8.self))
      let relations = field.parameters["rel"]?.asciiLowercased ?? ""
      links.append(Link(target: target, relations: Set(relations.split(separator: " ").map(String.init))))
    }
  }
}
