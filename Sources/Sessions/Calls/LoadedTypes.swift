import Basics
package import Networking
package import Protobuf
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The services and types of a server of gRPC, ready to be asked.
package struct LoadedTypes: Sendable {
  package let schema: ProtobufSchema
  /// Where they come from, in words.
  package let origin: String
  /// The set of descriptors that they come from.
  package let set: [UInt8]
}

extension SendPlan {
  /// The types that are kept, or stand in the file that the request names.
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
    return LoadedTypes(schema: types.schema, origin: "reflection of \(definition.url)", set: types.set)
  }

  /// As much of the request as says where its types are.
  private func preparedTypes() throws(SchemaLoadFault) -> PreparedCall {
    var plan = askingForTypes()
    plan.definition.headers = []
    plan.definition.authentication = .none
    // Of the collection, where its files import from.
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

  /// This request as one that asks its server for its types: it says nothing, and calls no method of its own.
  fileprivate func askingForTypes() -> SendPlan {
    var plan = plain()
    plan.definition.method = ReflectionRequest.methods[0]
    plan.definition.conversation.messages = []
    return plan
  }
}

extension SendSession {
  /// Asks the server of a request for its types, with its metadata, login and all else that a send has, and keeps them;
  /// a file that the request names is read. Nothing is recorded.
  package nonisolated func fetchTypes(of plan: SendPlan) async throws(SchemaLoadFault) -> LoadedTypes {
    guard plan.definition.conversation.call.protoFile.isEmpty else { return try await plan.keptTypes() }
    guard let driver = outside.types else { throw .failed("there is no way to ask a server of gRPC here") }
    let exchange = try await asked(plan.askingForTypes(), [driver])
    let set = exchange.body?.allBytes ?? []
    do throws(SchemaError) {
      let schema = try ProtobufSchema(descriptorSet: set)
      let missing = exchange.conversation?.close.map { "; \(VisibleText.of($0.reason))" } ?? ""
      return LoadedTypes(schema: schema, origin: "reflection of \(plan.definition.url)\(missing)", set: set)
    } catch {
      throw .unusable("\(plan.definition.url): \(error)")
    }
  }
}

extension ConversationDriver {
  /// Asks a server of gRPC for its types: the body of the exchange is a set of descriptors.
  package static func callTypes(_ client: Client) -> ConversationDriver {
    ConversationDriver(of: .grpc(client)) { prepared, _ in
      let started = Date()
      guard let call = prepared.call else { return Exchange(startedAt: started) }
      do throws(NetworkError) {
        let told = try await CallSchema(client: client, prepared: prepared, call: call).fetched()
        var exchange = Exchange(startedAt: started)
        exchange.body = ByteStore(told.set)
        // What the server did not tell.
        if let first = told.failures.first {
          exchange.conversation = Conversation(state: .closed(Conversation.Close(reason: first)))
        }
        return exchange
      } catch {
        return Exchange(startedAt: started, failure: error)
      }
    }
  }
}
