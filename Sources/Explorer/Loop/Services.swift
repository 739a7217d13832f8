package import Terminal

/// The outside world as closures: live in the program, in memory in tests. Each takes an effect, works off the main
/// thread and posts the results.
package struct Services: Sendable {
  package typealias Post = @Sendable (Action) -> Void

  package var files: @Sendable (FileEffect, @escaping Post) async -> Void
  package var transfer: @Sendable (TransferEffect, @escaping Post) async -> Void
  package var document: @Sendable (DocumentEffect, @escaping Post) async -> Void
  package var environment: @Sendable (EnvironmentEffect, @escaping Post) async -> Void
  package var cookies: @Sendable (CookieEffect, @escaping Post) async -> Void
  package var find: @Sendable (FindEffect, @escaping Post) async -> Void
  package var run: @Sendable (RunEffect, @escaping Post) async -> Void
  /// Effects that need the terminal; run on the main actor.
  package var system: @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void
  /// The program is ending: abandons running reads; writes still finish.
  package var stopReading: @Sendable () -> Void

  package init(
    files: @escaping @Sendable (FileEffect, @escaping Post) async -> Void,
    transfer: @escaping @Sendable (TransferEffect, @escaping Post) async -> Void,
    document: @escaping @Sendable (DocumentEffect, @escaping Post) async -> Void,
    environment: @escaping @Sendable (EnvironmentEffect, @escaping Post) async -> Void,
    cookies: @escaping @Sendable (CookieEffect, @escaping Post) async -> Void = { _, _ in },
    find: @escaping @Sendable (FindEffect, @escaping Post) async -> Void = { _, _ in },
    run: @escaping @Sendable (RunEffect, @escaping Post) async -> Void = { _, _ in },
    system: @escaping @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void,
    stopReading: @escaping @Sendable () -> Void = {}
  ) {
    self.files = files
    self.transfer = transfer
    self.document = document
    self.environment = environment
    self.cookies = cookies
    self.find = find
    self.run = run
    self.system = system
    self.stopReading = stopReading
  }

  /// Does nothing: for tests that only inspect effects.
  package static let refusing = Services(
    files: { _, _ in }, transfer: { _, _ in }, document: { _, _ in }, environment: { _, _ in }, system: { _, _, _ in })
}
