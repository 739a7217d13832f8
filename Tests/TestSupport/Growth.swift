#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How the work on an input grows with the input: by which factor the processor time of one thread grows where the input
/// doubles. 2 is linear, 4 quadratic.
///
/// Only the time that the thread itself has spent counts, and of several tries the least, so that a busy machine changes
/// little; what it changes is found out by trying again, also with more.
public struct Growth {
  /// Seconds below which the clock and the caches count for more than the work.
  private static let least = 0.015
  /// Seconds above which nothing larger is tried.
  private static let most = 1.5
  private static let tries = 5

  /// The factor of each doubling, the least that was seen.
  public private(set) var factor: Double
  /// The size from which it was seen.
  public private(set) var size: Int

  /// - Parameters:
  ///   - start: the first size; it is doubled until the work can be measured.
  ///   - largest: the size from which on it is not doubled further.
  ///   - enough: a factor with which nobody tries again.
  ///   - input: makes an input of a size; its time does not count.
  public init<Input>(
    from start: Int = 64, upTo largest: Int = 1 << 19, enough: Double, input: (Int) -> Input, work: (Input) -> Void
  ) {
    var size = start
    while size < largest, Self.seconds(work, input(size)) < Self.least { size *= 2 }
    (factor, self.size) = (.infinity, size)
    // A quadratic one is so at every size: others are tried where this one was not convincing.
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

  /// What this thread has had of a processor, in seconds.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
