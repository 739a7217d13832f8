/// One row of the architecture: a target, its permitted targets and products, and system modules.
struct Room: Sendable {
  /// Modules of the toolchain or the system, in groups that targets may use.
  enum System: Sendable {
    case synchronization
    case essentials
    case libc
    case dispatch
    case foundation
    /// File system events on macOS.
    case fileEvents
    /// Apple's cryptography; on other systems it is loaded at run time.
    case crypto

    var modules: Set<String> {
      switch self {
      case .synchronization: ["Synchronization"]
      case .essentials: ["FoundationEssentials", "Foundation"]
      case .libc: ["Glibc", "Musl", "Darwin"]
      case .dispatch: ["Dispatch"]
      case .foundation: ["Foundation", "FoundationNetworking"]
      case .fileEvents: ["CoreServices"]
      case .crypto: ["CryptoKit", "Security"]
      }
    }
  }

  let name: String
  let arrows: Set<String>
  let system: [System]

  init(_ name: String, _ arrows: Set<String>, _ system: [System]) {
    self.name = name
    self.arrows = arrows
    self.system = system
  }

  /// Returns whether the target may import `module`.
  func allows(_ module: String) -> Bool {
    arrows.contains(module) || system.contains { $0.modules.contains(module) }
  }
}

extension Room {
  /// The targets from the lowest up. Package.swift defines the same dependencies.
  static let all: [Room] = [
    Room("CNCurses", [], []),
    Room("CCompression", [], []),
    Room("CCurl", [], []),
    Room("CNGHTTP2", [], []),
    Room("CYAML", [], []),
    Room("CPictures", [], []),
    Room("CSwiftRuntime", [], []),
    Room("CIconv", [], []),
    Room("CProcess", [], []),
    Room("CThreads", [], []),
    Room("CFileSystem", [], []),
    Room("CCrash", [], []),
    Room("Essentials", [], [.essentials]),
    Room("Libc", [], [.libc]),
    Room("Locks", [], [.synchronization, .libc]),
    Room("Basics", ["CFileSystem", "CIconv", "CProcess", "CThreads", "Libc", "Locks"], [.dispatch]),
    Room("TaskThreads", ["CSwiftRuntime", "Basics", "Libc"], [.synchronization, .dispatch]),
    Room("CrashReports", ["CCrash", "Libc"], []),
    Room("Terminal", ["Basics"], [.synchronization]),
    Room("TerminalNCurses", ["CNCurses", "Basics", "Libc", "Terminal"], [.synchronization, .dispatch]),
    Room("GraphQL", ["Basics"], []),
    Room("Documents", ["Basics"], [.synchronization]),
    Room("Protobuf", ["Basics"], []),
    Room("Pictures", ["CPictures", "Basics", "Documents"], []),
    Room("HTTPModel", ["CCompression", "Basics", "Essentials", "Locks", "HTTPTypes", "Libc"], [.crypto]),
    Room(
      "Networking",
      [
        "CCompression", "CCurl", "CNGHTTP2", "Basics", "Essentials", "HTTPModel", "Locks", "HTTPTypes", "Libc",
        "Logging", "Metrics", "Tracing",
      ],
      [.dispatch]),
    Room("NetworkingFoundation", ["Basics", "Locks", "Networking", "HTTPTypes"], [.foundation]),
    Room(
      "Workspaces", ["CYAML", "Basics", "Documents", "Essentials", "GraphQL", "HTTPModel", "HTTPTypes", "Libc"],
      [.synchronization, .dispatch, .fileEvents]),
    Room("Scripting", ["CProcess", "Basics", "Libc", "Workspaces"], [.synchronization, .dispatch]),
    Room(
      "SessionModel", ["Basics", "Essentials", "HTTPModel", "Workspaces", "HTTPTypes", "Histogram"],
      [.synchronization, .dispatch]),
    Room(
      "Explorer",
      [
        "Basics", "Documents", "Essentials", "GraphQL", "HTTPModel", "Protobuf", "SessionModel", "Terminal",
        "Workspaces", "HTTPTypes",
      ],
      [.synchronization]),
    Room(
      "Interchange", ["Basics", "Essentials", "HTTPModel", "SessionModel", "Workspaces", "HTTPTypes"], []),
    Room("Serving", ["Basics", "Essentials"], [.synchronization]),
    Room(
      "Sessions",
      [
        "Basics", "Documents", "Essentials", "GraphQL", "HTTPModel", "Interchange", "Networking", "Protobuf", "Serving",
        "SessionModel", "Workspaces", "HTTPTypes",
      ],
      [.synchronization, .dispatch]),
    Room(
      "DemoServer",
      [
        "Basics", "GraphQL", "HTTPModel", "Protobuf", "Serving", "HTTPTypes", "Libc", "NIOCore", "NIOPosix", "NIOHTTP1",
        "NIOHPACK", "NIOHTTP2",
      ],
      [.synchronization, .dispatch]),
    Room("apus-demo", ["Basics", "DemoServer", "Libc", "Serving"], [.synchronization]),
    Room(
      "apus",
      [
        "Basics", "CrashReports", "Documents", "Explorer", "GraphQL", "Interchange", "Networking", "Pictures",
        "Protobuf", "Scripting", "Serving", "Sessions", "TaskThreads", "Terminal", "TerminalNCurses", "Workspaces",
        "ArgumentParser", "Essentials", "HTTPTypes", "Libc",
      ],
      [.synchronization, .dispatch]),
    Room("programs", ["apus", "apus-demo"], []),
  ]
}
