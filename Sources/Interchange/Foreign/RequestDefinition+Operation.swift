import Workspaces

extension RequestDefinition {
  /// Makes a request with a query one of GraphQL, and takes over which of several operations is sent; the only one needs no
  /// name.
  mutating func settleGraphQL(operation name: String?) {
    guard case .graphql(let query, _) = body else { return }
    kind = .graphql
    let operations = OperationOutline(query).operations
    if let name, operations.count > 1, operations.contains(where: { $0.name == name }) { graphQL.operation = name }
  }
}
