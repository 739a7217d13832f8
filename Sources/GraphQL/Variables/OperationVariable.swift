/// A variable of an operation, with what its schema says of it.
package struct OperationVariable: Hashable, Sendable {
  package var name: String
  package var type: TypeReference
  /// As GraphQL writes it.
  package var defaultValue: String?
  /// Of the innermost type; `nil` if the schema does not know it.
  package var kind: SchemaType.Kind?
  /// Whether a value must be given.
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

/// Something in the values of variables that their types do not allow.
package struct VariableIssue: Hashable, Sendable {
  /// `input.items[0].name`
  package var path: String
  /// In plain words.
  package var message: String
  /// A server refuses what is an error. The rest it ignores: a value for a variable that the operation does not have.
  package var isError = true
}

extension GraphQLSchema {
  /// The variables of an operation, in the order of the text.
  package func variables(of operation: OperationDefinition) -> [OperationVariable] {
    operation.variables.map { variable in
      OperationVariable(
        name: variable.name.text, type: variable.type.type, defaultValue: variable.defaultValue?.description,
        kind: type(of: variable.type.type)?.kind)
    }
  }
}
