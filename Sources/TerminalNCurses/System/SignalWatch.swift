import Basics
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Hands the signals that the program survives to the main actor, and the request to end the program to a stream that
/// does not wait behind keys.
@MainActor final class SignalWatch {
  let signals: SignalRelay
  // Each has a descriptor of its own: Dispatch looks at it until some time after `cancel`, and only then closes it.
  private let source: any DispatchSourceRead
  private let endingSource: any DispatchSourceRead

  /// `nil` if no pipe can be created.
  init?(ending: AsyncStream<Void>.Continuation, handle: @escaping @MainActor (Int32) -> Void) {
    guard let relay = SignalRelay() else { return nil }
    let (told, asked) = (Self.copy(of: relay.input), Self.copy(of: relay.ending))
    guard told >= 0, asked >= 0 else {
      for copy in [told, asked] where copy >= 0 { Descriptor.close(copy) }
      relay.close()
      return nil
    }
    signals = relay
    source = DispatchSource.makeReadSource(fileDescriptor: told, queue: .main)
    source.setCancelHandler { @Sendable in Descriptor.close(told) }
    source.setEventHandler {
      MainActor.assumeIsolated {
        for signal in relay.take() { handle(signal) }
      }
    }
    source.activate()
    endingSource = Self.watch(asked, ending)
  }

  private static func copy(of descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  func close() {
    source.cancel()
    endingSource.cancel()
    signals.close()
  }

  /// Runs off the main queue, which may have a million keys to process, and on a queue of its own: a global one makes
  /// libdispatch look after its threads once a second from then on.
  private static func watch(
    _ descriptor: Int32, _ ending: AsyncStream<Void>.Continuation
  ) -> any DispatchSourceRead {
    // Any thread may cancel a source (dispatch_source_cancel(3)), but Dispatch does not declare that to the compiler.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "apus.ending"))
    source.setCancelHandler { @Sendable in Descriptor.close(descriptor) }
    source.setEventHandler { @Sendable in
      ending.yield()
      ending.finish()
      source.cancel()
    }
    source.activate()
    return source
  }
}
