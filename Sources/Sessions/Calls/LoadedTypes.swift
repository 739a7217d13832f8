import Basics
import Essentials
package import Networking
package import Protobuf
import Workspaces

/// The services and types of a gRPC server, ready to query.
package struct LoadedTypes: Sendable {
  package let schema: ProtobufSchema
  package let origin: String
  /// The descriptor set that the types come from.
  package let set: [UInt8]
}

extension SendPlan {
  /// The saved types, or those in the file that the request names.
  package func keptTypes() async throws(SchemaLoadFault) -> LoadedTypes {
    let call = try preparedTypes()
    do throws(NetworkError) {
      if let file = call.protoFile {
        let types = try await CallFiles(call: call).named()
        return LoadedTypes(schema: types.schema, origin: file, set: types.set)
      }
    } catch {
      throw .unusable(error.message)
    }
    let server = SchemaSource.server(url: definition.url)
    guard let types = CallFiles(call: call).kept() else { throw .absent(server) }
    let url = Redaction.standard.masked(url: definition.url)
    return LoadedTypes(schema: types.schema, origin: "reflection of \(url)", set: types.set)
  }

  /// Prepares only the parts of the request that locate its types.
  private func preparedTypes() throws(SchemaLoadFault) -> PreparedCall {
    var plan = askingForTypes()
    plan.definition.headers = []
    plan.definition.authentication = .none
    // Only the collection's own layer is used: its files import from there.
    plan.context.layers = plan.context.layers.prefix(1).map { layer in
      let settings = SharedSettings(importPaths: layer.settings.importPaths)
      return SendContext.Layer(path: layer.path, name: layer.name, settings: settings)
    }
    do throws(SendFault) {
      guard let call = try plan.prepared(kinds: [definition.kind.word]).call else { throw SendFault.cancelled }
      return call
    } catch {
      throw .refused(error)
    }
  }

  /// A copy of this request that asks the server for its types, without messages and without calling the method.
  fileprivate func askingForTypes() -> SendPlan {
    var plan = plain()
    plan.definition.method = ReflectionRequest.methods[0]
    plan.definition.conversation.messages = []
    return plan
  }
}

extension SendSession {
  /// Asks the server for its types, with the metadata, login and settings of the request, and saves them. If the
  /// request names a file, reads that instead. Records nothing.
  package nonisolated func fetchTypes(of plan: SendPlan) async throws(SchemaLoadFault) -> LoadedTypes {
    guard plan.definition.conversation.call.protoFile.isEmpty else { return try await plan.keptTypes() }
    guard let driver = dependencies.types else { throw .failed("gRPC reflection is not available here") }
    let exchange = try await asked(plan.askingForTypes(), [driver])
    let set = exchange.body?.allBytes ?? []
    do throws(SchemaError) {
      let schema = try ProtobufSchema(descriptorSet: set)
      let missing = exchange.conversation?.close.map { "; \(VisibleText.of($0.reason))" } ?? ""
      let url = Redaction.standard.masked(url: plan.definition.url)
      return LoadedTypes(schema: schema, origin: "reflection of \(url)\(missing)", set: set)
    } catch {
      throw .unusable("\(Redaction.standard.masked(url: plan.definition.url)): \(error)")
    }
  }
}

extension ConversationDriver {
  /// Asks a gRPC server for its types: the body of the exchange is a descriptor set.
  package static func callTypes(_ client: Client) -> ConversationDriver {
    ConversationDriver(of: .grpc(client)) { prepared, _ in
      let started = Date()
      guard let call = prepared.call else { return Exchange(startedAt: started) }
      do throws(NetworkError) {
        let reply = try await CallSchema(client: client, prepared: prepared, call: call).fetched()
        var exchange = Exchange(startedAt: started)
        exchange.body = ByteStore(reply.set)
        // The server did not send all types.
        if let first = reply.failures.first {
          exchange.conversation = Conversation(state: .closed(Conversation.Close(reason: first)))
        }
        return exchange
      } catch {
        return Exchange(startedAt: started, failure: error)
      }
    }
  }
}
