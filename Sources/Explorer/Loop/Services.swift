import Terminal

/// The outside world as closures: live in the program, in memory in tests. Each takes an effect, works off the main
/// thread and posts the results.
public struct Services: Sendable {
  public typealias Post = @Sendable (Action) -> Void

  public var files: @Sendable (FileEffect, @escaping Post) async -> Void
  public var transfer: @Sendable (TransferEffect, @escaping Post) async -> Void
  public var document: @Sendable (DocumentEffect, @escaping Post) async -> Void
  public var environment: @Sendable (EnvironmentEffect, @escaping Post) async -> Void
  public var find: @Sendable (FindEffect, @escaping Post) async -> Void
  public var run: @Sendable (RunEffect, @escaping Post) async -> Void
  /// Effects that need the terminal; run on the main actor.
  public var system: @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void
  /// The program is ending: abandons running reads; writes still finish.
  public var stopReading: @Sendable () -> Void

  public init(
    files: @escaping @Sendable (FileEffect, @escaping Post) async -> Void,
    transfer: @escaping @Sendable (TransferEffect, @escaping Post) async -> Void,
    document: @escaping @Sendable (DocumentEffect, @escaping Post) async -> Void,
    environment: @escaping @Sendable (EnvironmentEffect, @escaping Post) async -> Void,
    find: @escaping @Sendable (FindEffect, @escaping Post) async -> Void = { _, _ in },
    run: @escaping @Sendable (RunEffect, @escaping Post) async -> Void = { _, _ in },
    system: @escaping @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void,
    stopReading: @escaping @Sendable () -> Void = {}
  ) {
    self.files = files
    self.transfer = transfer
    self.document = document
    self.environment = environment
    self.find = find
    self.run = run
    self.system = system
    self.stopReading = stopReading
  }

  /// Does nothing: for tests that only inspect effects.
  public static let refusing = Services(
    files: { _, _ in }, transfer: { _, _ in }, document: { _, _ in }, environment: { _, _ in }, system: { _, _, _ in })
}
