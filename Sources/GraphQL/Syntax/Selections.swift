/// `{ … }`: what is selected of an object. The range includes the braces.
package struct SelectionSet: Hashable, Sendable {
  package var selections: [Selection]
  package var range: Range<Int>
}

/// One element of a selection set.
package enum Selection: Hashable, Sendable {
  case field(FieldSelection)
  case spread(FragmentSpread)
  case inline(InlineFragment)

  package var range: Range<Int> {
    switch self {
    case .field(let field): field.range
    case .spread(let spread): spread.range
    case .inline(let inline): inline.range
    }
  }

  package var directives: [DirectiveUse] {
    switch self {
    case .field(let field): field.directives
    case .spread(let spread): spread.directives
    case .inline(let inline): inline.directives
    }
  }
}

/// `alias: name(argument: value) @directive { … }`
package struct FieldSelection: Hashable, Sendable {
  package var alias: NamePlace?
  package var name: NamePlace
  package var arguments: [ArgumentUse]
  package var directives: [DirectiveUse]
  package var selectionSet: SelectionSet?
  package var range: Range<Int>

  /// The name of the field in the answer.
  package var responseName: String { alias?.text ?? name.text }
}

/// `...Name @directive`
package struct FragmentSpread: Hashable, Sendable {
  package var name: NamePlace
  package var directives: [DirectiveUse]
  package var range: Range<Int>
}

/// `... on Type @directive { … }`
package struct InlineFragment: Hashable, Sendable {
  /// `nil` if it has none: then it is for the type around it.
  package var typeCondition: NamePlace?
  package var directives: [DirectiveUse]
  package var selectionSet: SelectionSet
  package var range: Range<Int>
}

/// `name: value` in parentheses.
package struct ArgumentUse: Hashable, Sendable {
  package var name: NamePlace
  package var value: InputLiteral
  package var range: Range<Int>
}

/// `@name(argument: value)`
package struct DirectiveUse: Hashable, Sendable {
  package var name: NamePlace
  package var arguments: [ArgumentUse]
  package var range: Range<Int>
}

/// A value as it is written.
package struct InputLiteral: Hashable, Sendable {
  package var kind: Kind
  package var range: Range<Int>

  /// What is written.
  package enum Kind: Hashable, Sendable {
    /// The name without the dollar sign.
    case variable(String)
    /// As written, with all digits.
    case int(String)
    case float(String)
    case string(String, isBlock: Bool)
    case bool(Bool)
    case null
    case enumValue(String)
    case list([InputLiteral])
    case object([ObjectField])
  }

  /// `name: value` in braces.
  package struct ObjectField: Hashable, Sendable {
    package var name: NamePlace
    package var value: InputLiteral
    package var range: Range<Int>
  }

  package var isNull: Bool { kind == .null }
}
