#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures how the time of some work grows with its input: the factor by which the processor time of one thread grows
/// when the input doubles. 2 is linear, 4 is quadratic.
///
/// Counts only the thread's own processor time, and takes the minimum of several attempts, so that a busy machine has
/// little effect. A suspicious result is measured again, also with larger inputs.
package struct Growth {
  /// The time in seconds below which clock resolution and caches outweigh the work.
  private static let least = 0.015
  /// The time in seconds above which no larger input is tried.
  private static let most = 1.5
  private static let tries = 5

  /// The growth factor per doubling; the lowest one measured.
  package private(set) var factor: Double
  /// The size at which it was measured.
  package private(set) var size: Int

  /// - Parameters:
  ///   - start: the first size; it is doubled until the work takes long enough to measure.
  ///   - largest: the size at which doubling stops.
  ///   - enough: a factor that needs no further attempts.
  ///   - input: makes an input of this size; its time does not count.
  package init<Input>(
    from start: Int = 64, upTo largest: Int = 1 << 19, enough: Double, input: (Int) -> Input, work: (Input) -> Void
  ) {
    var size = start
    while size < largest, Self.seconds(work, input(size)) < Self.least { size *= 2 }
    (factor, self.size) = (.infinity, size)
    // Quadratic work is quadratic at every size, so other sizes are tried if the first is not conclusive.
    var isSlow = false
    for from in [size, max(start, size / 2), size * 4] where !(isSlow && from > size) {
      let inputs = [input(from), input(from * 4)]
      var times = [Double](repeating: .infinity, count: 2)
      for attempt in 1...Self.tries {
        for index in 0..<2 { times[index] = min(times[index], Self.seconds(work, inputs[index])) }
        let found = (times[1] / times[0]).squareRoot()
        if found < factor { (factor, self.size) = (found, from) }
        if factor <= enough { return }
        isSlow = isSlow || times[1] > Self.most
        if isSlow, attempt == 2 { break }
      }
    }
  }

  private static func seconds<Input>(_ work: (Input) -> Void, _ input: Input) -> Double {
    let start = now
    work(input)
    return now - start
  }

  /// The processor time of this thread, in seconds.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
