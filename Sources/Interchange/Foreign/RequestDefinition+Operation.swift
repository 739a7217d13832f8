import Workspaces

extension RequestDefinition {
  /// Takes over which of several operations is sent; the only one needs no name.
  mutating func choose(operation name: String?) {
    guard let name, case .graphql(let query, _) = body else { return }
    let operations = OperationOutline(query).operations
    if operations.count > 1, operations.contains(where: { $0.name == name }) { graphQL.operation = name }
  }
}
