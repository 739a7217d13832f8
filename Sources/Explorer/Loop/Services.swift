import Terminal

/// Everything outside, as closures: live in the program, in memory in tests. Each takes an effect, works off the
/// main thread, and posts what came of it.
public struct Services: Sendable {
  public typealias Post = @Sendable (Action) -> Void

  public var files: @Sendable (FileEffect, @escaping Post) async -> Void
  public var transfer: @Sendable (TransferEffect, @escaping Post) async -> Void
  public var document: @Sendable (DocumentEffect, @escaping Post) async -> Void
  public var environment: @Sendable (EnvironmentEffect, @escaping Post) async -> Void
  public var find: @Sendable (FindEffect, @escaping Post) async -> Void
  /// What needs the terminal itself, on the main actor.
  public var system: @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void
  /// The screen ends: what is being read is not waited for, only what is being written.
  public var stopReading: @Sendable () -> Void

  public init(
    files: @escaping @Sendable (FileEffect, @escaping Post) async -> Void,
    transfer: @escaping @Sendable (TransferEffect, @escaping Post) async -> Void,
    document: @escaping @Sendable (DocumentEffect, @escaping Post) async -> Void,
    environment: @escaping @Sendable (EnvironmentEffect, @escaping Post) async -> Void,
    find: @escaping @Sendable (FindEffect, @escaping Post) async -> Void = { _, _ in },
    system: @escaping @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void,
    stopReading: @escaping @Sendable () -> Void = {}
  ) {
    self.files = files
    self.transfer = transfer
    self.document = document
    self.environment = environment
    self.find = find
    self.system = system
    self.stopReading = stopReading
  }

  /// Does nothing at all: for tests that only look at effects.
  public static let refusing = Services(
    files: { _, _ in }, transfer: { _, _ in }, document: { _, _ in }, environment: { _, _ in }, system: { _, _, _ in })
}
