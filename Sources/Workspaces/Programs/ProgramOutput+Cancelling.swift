import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ProgramOutput {
  /// Waits for other programs on a thread of its own, as no task's thread should.
  /// - Parameter work: is given a descriptor for `ending`, which becomes readable when the task is cancelled.
  /// - Returns: `nil` if the system has no descriptor or thread left.
  package static func onThread<R: Sendable>(_ work: @escaping @Sendable (_ ending: Int32) -> R) async -> R? {
    guard let bell = PrivatePipe() else { return nil }
    defer {
      close(bell.reading)
      close(bell.writing)
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = ThreadStart { continuation.resume(returning: work(bell.reading)) }
        if !thread.launch() { continuation.resume(returning: nil) }
      }
    } onCancel: {
      var ring: UInt8 = 1
      _ = write(bell.writing, &ring, 1)
    }
  }
}
