/// One thing that can be written at a cursor.
package struct Completion: Hashable, Sendable {
  /// What is offered.
  package enum Kind: Hashable, Sendable {
    case field, argument, inputField, value, variable, fragment, type, directive, keyword
  }

  package var kind: Kind
  /// The name that is shown and that typed letters are compared with.
  package var label: String
  /// The type or the signature.
  package var detail: String
  package var documentation: String?
  package var isDeprecated = false
  /// What to put in place of `range`: the name with what it needs to be valid: required arguments, a selection.
  package var insertion: String
  /// The bytes that are replaced: the name that is being typed.
  package var range: Range<Int>
  /// Where to go on typing, in bytes from the start of `insertion`.
  package var cursor: Int
}

/// What may stand at a cursor, and what is known there.
enum CompletionPlace {
  /// The start of a definition.
  case definition
  /// A word that must come next.
  case keyword(String)
  /// A field, or a fragment after dots.
  case selection(parent: SchemaType?, isRoot: Bool)
  /// The name of a field after its alias.
  case aliased(parent: SchemaType?)
  /// After `...`: the name of a fragment, or `on`.
  case spread(parent: SchemaType?)
  /// After `on`.
  case typeCondition(parent: SchemaType?)
  case argument([SchemaInput], given: Set<String>)
  case inputField(SchemaType, given: Set<String>)
  case value(SchemaInput?, TypeReference?)
  /// After a dollar sign.
  case variable(SchemaInput?, TypeReference?)
  case variableType
  case directive(DirectiveLocation, used: Set<String>)
}

/// What a text defines, as far as it can be read.
struct DocumentOutline {
  /// A variable of an operation.
  struct Variable: Hashable {
    var name: String
    var type: TypeReference
    var hasDefault: Bool
  }

  /// A fragment and its type.
  struct Fragment: Hashable {
    var name: String
    var type: String
  }

  /// The variables of each operation, in the order of the text.
  var operations: [[Variable]] = []
  var fragments: [Fragment] = []
  /// Of the definition that is being read.
  var isInOperation = false
  var fragmentName: String?
}
