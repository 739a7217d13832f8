extension SendContext {
  /// What holds for a request: what it says itself, then its folders from the inside out, then the collection.
  package func graphQL(of definition: RequestDefinition) -> GraphQLSettings {
    layers.reversed().reduce(definition.graphQL) { $0.completed(by: $1.settings.graphQL) }
  }
}
