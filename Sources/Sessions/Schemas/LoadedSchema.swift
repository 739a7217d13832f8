import Basics
package import GraphQL
package import Workspaces

/// A parsed schema and its origin.
package struct LoadedSchema: Sendable {
  package let schema: GraphQLSchema
  package let source: SchemaSource
  /// The bytes as received.
  package let bytes: [UInt8]
  /// The first violation of the GraphQL specification in the schema, and the number of others. The schema is used
  /// anyway, because many name undefined directives.
  package let fault: String?

  /// - Throws: if the bytes are not a schema.
  init(_ bytes: [UInt8], from source: SchemaSource) throws(SchemaLoadFault) {
    let received: ReceivedSchema
    do throws(SchemaError) { received = try ReceivedSchema(bytes) } catch {
      throw .unusable("\(source.words): \(error)")
    }
    (schema, fault) = (received.schema, received.fault)
    self.source = source
    self.bytes = bytes
  }
}

/// Why there is no schema.
package enum SchemaLoadFault: Error, Sendable, CustomStringConvertible {
  /// The request for the schema cannot be sent.
  case refused(SendFault)
  case failed(String)
  /// The received bytes are not a schema.
  case unusable(String)
  case file(WorkspaceError)
  /// No schema was fetched yet.
  case absent(SchemaSource)

  package var description: String {
    switch self {
    case .refused(let fault): fault.description
    case .failed(let words): words
    case .unusable(let words): words
    case .file(let error): error.description
    case .absent(.file(let path)): "there is no schema at \(path)"
    case .absent(let source): "the schema was not fetched yet: \(source.words)"
    }
  }
}

/// An introspection answer or a schema text, as received.
private struct ReceivedSchema {
  let schema: GraphQLSchema
  var fault: String?

  init(_ received: [UInt8]) throws(SchemaError) {
    let bytes = ByteOrderMark.removed(from: received)
    guard bytes.first(where: { !$0.isASCIIWhitespace }) != UInt8(ascii: "{") else {
      schema = try GraphQLSchema(introspection: bytes)
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let document = try GraphQLDocument(schema: text)
    schema = try GraphQLSchema(document)
    let issues = document.definitionIssues(of: schema)
    guard let first = issues.first else { return }
    let place = LineIndex(text).position(of: first.range.lowerBound)
    let least = issues.count < GraphQLDocument.mostIssues ? "" : "at least "
    let more = issues.count > 1 ? " (and \(least)\(issues.count - 1) more)" : ""
    fault = "line \(place.line), column \(place.column): \(first.message)\(more)"
  }
}

extension SendPlan {
  package var schemaSource: SchemaSource { context.schemaSource(of: definition) }

  /// The saved schema or the one in a file. Blocks on the disk.
  package func keptSchema() throws(SchemaLoadFault) -> LoadedSchema {
    let source = schemaSource
    guard let workspace else { throw .absent(source) }
    let kept: [UInt8]?
    do throws(WorkspaceError) { kept = try SchemaStore(workspace).schema(from: source, in: context) } catch {
      throw .file(error)
    }
    guard let kept else { throw .absent(source) }
    return try LoadedSchema(kept, from: source)
  }
}
