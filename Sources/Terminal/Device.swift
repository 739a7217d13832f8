/// A terminal: shows screens, gives events. The live one knows terminals by ncurses' database, the one in tests is
/// memory.
@MainActor public protocol Device: AnyObject {
  var size: Size { get }
  var capabilities: Capabilities { get }
  /// Every event in order, until the device is closed. Read by one consumer.
  var events: AsyncStream<Event> { get }
  /// Told once, beside all events: the system asks the program to end, however many keys wait before that.
  var terminations: AsyncStream<Void> { get }
  /// Readable from that moment on, for who waits for something else meanwhile; negative where there is none.
  var terminationDescriptor: Int32 { get }
  /// Makes the terminal show the screen; only what changed is sent.
  func show(_ screen: Screen)
  /// Gives the terminal back for another program (an editor, job control) and takes it again afterwards.
  func suspended(_ body: () -> Void)
  /// Gives the terminal back and stops the process, as ^Z does in a shell; returns when it is woken again.
  func stop()
  /// Puts text on the clipboard by OSC 52, where the terminal allows it.
  func copyToClipboard(_ text: String)
  func beep()
  /// Restores the terminal. Safe to call more than once.
  func close()
}

extension Device {
  /// A device that is no terminal hears of no signals.
  public var terminations: AsyncStream<Void> { AsyncStream { $0.finish() } }
  public var terminationDescriptor: Int32 { -1 }

  /// A device that is no terminal cannot be stopped.
  public func stop() {}
}

/// What a terminal can show.
public struct Capabilities: Hashable, Sendable {
  /// 256, 16, 8, or 0 for none (`NO_COLOR`, a dumb terminal).
  public var colors: Int
  public var unicode: Bool
  public var mouse: Bool

  public init(colors: Int = 256, unicode: Bool = true, mouse: Bool = true) {
    self.colors = colors
    self.unicode = unicode
    self.mouse = mouse
  }
}
