import Basics
import Explorer
import Sessions
import Workspaces

/// The schemas of GraphQL requests, and the types of calls, for the screen.
extension TransferService {
  /// The kept one, or where nothing is kept and it is wanted, the server's.
  func schema(of request: OpenRequest, fetches: Bool) async -> RequestSchema {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch { return .failed("\(error)") }
    do throws(SchemaLoadFault) {
      let loaded = fetches ? try await session.fetchSchema(of: plan) : try plan.keptSchema()
      let words = fetches ? "The schema was fetched: " : "The schema that is kept: "
      let fault = loaded.fault.map { "; what is wrong in it: \($0)" } ?? ""
      return .known(SchemaReference(loaded.schema, origin: words + loaded.source.words + fault))
    } catch {
      if case .absent = error, !fetches { return .absent("\(error)") }
      return .failed("\(error)")
    }
  }

  /// What is read or fetched for a request, as an action.
  func schemaAction(for key: RequestKey, of request: OpenRequest, isCall: Bool, fetches: Bool) async -> Action {
    guard isCall else { return .schema(.arrived(key, await schema(of: request, fetches: fetches))) }
    return .services(.arrived(key, await types(of: request, fetches: fetches)))
  }

  /// The same for the types of a server of gRPC.
  private func types(of request: OpenRequest, fetches: Bool) async -> RequestTypes {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch { return .failed("\(error)") }
    do throws(SchemaLoadFault) {
      let loaded = fetches ? try await session.fetchTypes(of: plan) : try await plan.keptTypes()
      let words = fetches ? "Fetched: " : "Kept: "
      return .known(TypesReference(loaded.schema, origin: words + loaded.origin))
    } catch {
      if case .absent = error, !fetches { return .absent("The types of the server were not fetched yet") }
      return .failed("\(error)")
    }
  }
}
