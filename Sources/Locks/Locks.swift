// The libraries' locks. Swift's `Synchronization` needs macOS 15 and iOS 18, but apps run on older systems, too.

#if canImport(Darwin)
public import Darwin

/// A value that one thread at a time may use, with the part of `Synchronization.Mutex` that the libraries need.
// Unchecked: the value is used only under the lock.
@usableFromInline package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Calls `body` while no other thread uses the value.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    // Unchecked: no other thread has the value now.
    nonisolated(unsafe) let value = value
    return try body(&value.pointee)
  }
}

/// The order of other memory accesses around one; a lock always gives the strictest.
@usableFromInline package enum AtomicOrdering {
  case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

/// A value that changes in one step, with the part of `Synchronization.Atomic` that the libraries need.
@usableFromInline package struct Atomic<Value: Equatable & Sendable>: ~Copyable, Sendable {
  @usableFromInline let value: Mutex<Value>

  package init(_ value: Value) { self.value = Mutex(value) }

  @inlinable package func load(ordering: AtomicOrdering) -> Value { value.withLock { $0 } }

  @inlinable package func store(_ new: Value, ordering: AtomicOrdering) { value.withLock { $0 = new } }

  @inlinable package func exchange(_ new: Value, ordering: AtomicOrdering) -> Value {
    value.withLock { value in
      defer { value = new }
      return value
    }
  }

  @inlinable package func compareExchange(
    expected: Value, desired: Value, ordering: AtomicOrdering
  ) -> (exchanged: Bool, original: Value) {
    value.withLock { value in
      let original = value
      if original == expected { value = desired }
      return (original == expected, original)
    }
  }
}

extension Atomic where Value: FixedWidthInteger {
  @inlinable @discardableResult
  package func add(_ count: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
    change { $0 += count }
  }

  @inlinable @discardableResult
  package func subtract(_ count: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
    change { $0 -= count }
  }

  @inlinable @discardableResult
  package func wrappingAdd(_ count: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
    change { $0 &+= count }
  }

  @inlinable func change(_ body: (inout Value) -> Void) -> (oldValue: Value, newValue: Value) {
    value.withLock { value in
      let old = value
      body(&value)
      return (old, value)
    }
  }
}
#else
@_exported public import Synchronization
#endif
