/// The progress of work in many steps, such as writing the files of an import, reported to whoever waits for it.
package enum StepReport {
  /// Called after each step, if anybody waits; it must be quick.
  @TaskLocal package static var receiver: (@Sendable (_ done: Int, _ total: Int) -> Void)?
}
