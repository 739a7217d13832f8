import Basics
import Terminal
import TerminalNCurses

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program for the tests on a real pseudo-terminal. It opens the terminal, writes a line for each event to descriptor
/// 3, and acts on some keys.
@main @MainActor struct Probe {
  static func main() async {
    do throws(TerminalError) {
      await run(try NCursesDevice(variable: { getenv($0).map { String(cString: $0) } }))
    } catch {
      write(2, error.description + "\n")
      exit(2)
    }
  }

  private static func run(_ device: NCursesDevice) async {
    let capabilities = device.capabilities
    report(
      "ready \(device.size.columns)x\(device.size.rows) colors=\(capabilities.colors) unicode=\(capabilities.unicode)")
    var frames = Frames(size: device.size)
    for await event in device.events {
      report(name(of: event))
      switch event {
      case .key(.character("n")):
        let screen = frames.next()
        device.show(screen)
        report(
          "frame " + screen.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\u{1F}"))
      case .key(.character("h")): showHostileText(on: device)
      case .key(.character("R")): showRepetition(on: device)
      case .key(.character("E")):
        var screen = Screen(device.size)
        screen.fill(screen.bounds, with: "e")
        device.show(screen)
      case .key(.character("c")): device.copyToClipboard("copied")
      case .key(.character("s")): device.suspended { write(1, "someone else's screen\n") }
      case .key(.character("p")): device.stop()
      case .key(.character("x")): report("\([Int](repeating: 0, count: 1)[CommandLine.arguments.count])")
      case .key(.character("e")): exit(3)
      case .key(.character("q")), .terminationRequested:
        device.close()
        report("closed")
        exit(0)
      case .resized(let size): frames = Frames(size: size)
      default: break
      }
    }
  }

  private static func showHostileText(on device: NCursesDevice) {
    var screen = Screen(device.size)
    screen.write("\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}x日本e\u{301}|", at: Point(x: 0, y: 0))
    // Not even cells that were filled past `write`.
    screen[0, 1] = Cell("\u{1B}", .plain)
    screen[1, 1] = Cell("\n", .plain)
    screen[2, 1] = Cell("z", .plain)
    device.show(screen)
    report("shown")
  }

  private static func showRepetition(on device: NCursesDevice) {
    var screen = Screen(device.size)
    screen.write(String(repeating: "=", count: 120), at: Point(x: 3, y: 1))
    device.show(screen)
  }

  private static func name(of event: Event) -> String {
    switch event {
    case .key(let key): return "key \(key.name)"
    case .paste(let text): return "paste \(text.utf8.count) \(VisibleText.of(String(text.prefix(60))))"
    case .mouse(let mouse):
      return "mouse \(mouse.kind) \(mouse.point.x),\(mouse.point.y) \(mouse.clicks) \(mouse.modifiers.rawValue)"
    case .resized(let size): return "resized \(size.columns)x\(size.rows)"
    case .background(let isLight): return isLight ? "light background" : "dark background"
    case .focusGained: return "focus gained"
    case .focusLost: return "focus lost"
    case .terminationRequested: return "termination requested"
    }
  }

  private static func report(_ line: String) { write(3, line + "\n") }

  private static func write(_ descriptor: Int32, _ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
        Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
        Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
