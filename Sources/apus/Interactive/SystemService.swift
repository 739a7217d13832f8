import Explorer
import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The live terminal and desktop: clipboard, editor, job control, what is remembered between runs.
struct SystemService: Sendable {
  let environment: [String: String]
  let preferences: PreferencesFile

  @MainActor func run(_ effect: SystemEffect, on device: any Device, post: @escaping Services.Post) {
    switch effect {
    case .copy(let text, let label): copy(text, label, device, post)
    case .edit(let text, let suffix, let purpose): edit(text, suffix, purpose, device, post)
    case .open(let store, let suffix): open(store, suffix, device, post)
    case .pipe(let store, let command): pipe(store, command, device, post)
    case .suspend: device.stop()
    case .beep: device.beep()
    case .remember(let value): preferences.write(value)
    }
  }

  /// By OSC 52, which also reaches the desktop from a remote machine, and by a system tool where one is there.
  @MainActor private func copy(_ text: String, _ label: String, _ device: any Device, _ post: @escaping Services.Post) {
    device.copyToClipboard(text)
    let said = "Copied \(Quantity.bytes(text.utf8.count)) as \(label)"
    post(.notified(.information, said))
    guard let tool = clipboardTool() else { return }
    Task.detached { _ = ChildProcess.feed(tool, text) }
  }

  private func clipboardTool() -> [String]? {
    #if canImport(Darwin)
    return ["pbcopy"]
    #else
    if environment["WAYLAND_DISPLAY"] != nil { return ["wl-copy"] }
    if environment["DISPLAY"] != nil { return ["xclip", "-selection", "clipboard"] }
    return nil
    #endif
  }

  /// Hands the text over in a file that only the user can read, and takes it back when the editor ended well.
  @MainActor private func edit(
    _ text: String, _ suffix: String, _ purpose: EditPurpose, _ device: any Device, _ post: @escaping Services.Post
  ) {
    let folder = environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/apus-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    guard file >= 0 else {
      return post(.notified(.error, "No temporary file in \(folder): \(String(cString: strerror(errno)))"))
    }
    close(file)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    do { try Data(text.utf8).write(to: URL(filePath: path)) } catch {
      return post(.notified(.error, "\(path) could not be written: \(error)"))
    }
    let words = ChildProcess.editor(environment)
    var status: Int32?
    device.suspended { status = ChildProcess.run(words + [path]) }
    guard status == 0 else {
      let why = status.map { "ended with status \($0)" } ?? "could not be started"
      return post(.notified(.warning, "\(words[0]) \(why); nothing was changed. $EDITOR names another editor"))
    }
    do {
      let bytes = try Data(contentsOf: URL(filePath: path))
      post(.request(.edited(purpose, String(decoding: bytes, as: UTF8.self))))
    } catch {
      post(.notified(.error, "\(path) could not be read back: \(error)"))
    }
  }
}
