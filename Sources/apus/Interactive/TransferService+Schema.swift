import Basics
import Explorer
import Sessions
import Workspaces

/// The schemas of GraphQL requests for the screen.
extension TransferService {
  /// The kept one, or where nothing is kept and it is wanted, the server's.
  func schema(of request: OpenRequest, fetches: Bool) async -> RequestSchema {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch { return .failed("\(error)") }
    do throws(SchemaLoadFault) {
      let loaded = fetches ? try await session.fetchSchema(of: plan) : try plan.keptSchema()
      let words = fetches ? "The schema was fetched: " : "The schema that is kept: "
      return .known(SchemaReference(loaded.schema, origin: words + loaded.source.words))
    } catch {
      if case .absent = error, !fetches { return .absent("\(error)") }
      return .failed("\(error)")
    }
  }
}
