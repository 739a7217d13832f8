/// A type as fields, arguments and variables name it: `[User!]!`.
package indirect enum TypeReference: Hashable, Sendable, CustomStringConvertible {
  case named(String)
  case list(TypeReference)
  case nonNull(TypeReference)

  /// As it is written in GraphQL.
  package var description: String {
    switch self {
    case .named(let name): name
    case .list(let item): "[\(item)]"
    case .nonNull(let type): "\(type)!"
    }
  }

  /// The name of the innermost type.
  package var name: String {
    switch self {
    case .named(let name): name
    case .list(let inner), .nonNull(let inner): inner.name
    }
  }

  package var isNonNull: Bool { if case .nonNull = self { true } else { false } }
  package var isList: Bool { if case .list = nullable { true } else { false } }

  /// The type without its outermost `!`.
  package var nullable: TypeReference { if case .nonNull(let type) = self { type } else { self } }

  /// The type of the items of a list, nullable or not; `nil` for any other type.
  package var item: TypeReference? { if case .list(let item) = nullable { item } else { nil } }
}
