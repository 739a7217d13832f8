import Networking
import Workspaces

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension SendPlan {
  /// Adds the value of every `{{request | part}}` that the history has, and of the others why it has none: for an export,
  /// which sends nothing.
  package mutating func addRecordedAnswers(now: Date) {
    guard let workspace else { return }
    for (named, _, _) in context.references(of: definition) {
      var reference = named
      reference.requestID = workspace.meant(named.requestID, in: context.folder)
      let scope = context.answerScope
      do throws(WorkspaceError) {
        if try context.addRecorded(reference, in: workspace, context.keptHome(), now: now) { continue }
        context.variables.missingAnswers[named.name] = try workspace.whyNotRecorded(
          reference, environment: scope.environment, in: scope.collection, now: now)
      } catch {
        context.variables.missingAnswers[named.name] = "the history cannot be read: \(error.description)"
      }
    }
  }
}

extension SendContext {
  /// Adds a value of the last answer in the history.
  /// - Returns: whether the history has it.
  mutating func addRecorded(
    _ reference: ResponseReference, in workspace: Workspace, _ home: KeptHome, now: Date
  ) throws(WorkspaceError) -> Bool {
    let scope = answerScope
    guard
      let (value, sent) = try workspace.recordedValue(
        of: reference, environment: scope.environment, in: scope.collection, now: now)
    else { return false }
    // A consent may have been taken back since.
    let all = KeptHome(home.values.union(keptHome(Set(sent.map(\.source))).values))
    addAnswer(value, for: reference, all, lost: unrecognizable(sent))
    return true
  }
}
