/// The progress of work in many steps, such as writing the files of an import.
package enum StepReport {
  /// The receiver of the current work's steps; `nil` if nothing shows them.
  @TaskLocal package static var receiver: StepReceiver?
}

/// Receives the number of steps that are done. A class, because a task-local closure crashes optimized programs: its type
/// has no metadata there (Swift 6.3).
package final class StepReceiver: Sendable {
  private let receive: @Sendable (_ done: Int, _ total: Int) -> Void

  /// - Parameter receive: called after each step; it must be quick.
  package init(_ receive: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) { self.receive = receive }

  package func callAsFunction(_ done: Int, _ total: Int) { receive(done, total) }
}
