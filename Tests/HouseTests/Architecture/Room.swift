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
      case .essentials: ["FoundationEssentials"]
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

  /// Returns whether the target may import `module`. Foundation replaces FoundationEssentials on systems without it.
  func allows(_ module: String, insteadOfEssentials: Bool = false) -> Bool {
    if arrows.contains(module) || system.contains(where: { $0.modules.contains(module) }) { return true }
    return module == "Foundation" && insteadOfEssentials && allows("FoundationEssentials")
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
    Room("Locks", [], [.synchronization, .libc]),
    Room("Basics", ["CFileSystem", "CIconv", "CProcess", "CThreads", "Locks"], [.libc, .dispatch]),
    Room("TaskThreads", ["CSwiftRuntime", "Basics"], [.synchronization, .libc, .dispatch]),
    Room("CrashReports", ["CCrash"], [.libc]),
    Room("Terminal", ["Basics"], [.synchronization]),
    Room("TerminalNCurses", ["CNCurses", "Basics", "Terminal"], [.synchronization, .essentials, .libc, .dispatch]),
    Room("GraphQL", ["Basics"], []),
    Room("Documents", ["Basics"], [.synchronization, .essentials]),
    Room("Protobuf", ["Basics"], []),
    Room("Pictures", ["CPictures", "Basics", "Documents"], [.libc]),
    Room("HTTPModel", ["CCompression", "Basics", "Locks", "HTTPTypes"], [.essentials, .libc, .crypto]),
    Room(
      "Networking",
      [
        "CCompression", "CCurl", "CNGHTTP2", "Basics", "HTTPModel", "Locks", "HTTPTypes", "Logging", "Metrics",
        "Tracing",
      ],
      [.essentials, .libc, .dispatch]),
    Room("NetworkingFoundation", ["Basics", "Locks", "Networking", "HTTPTypes"], [.essentials, .foundation]),
    Room(
      "Workspaces", ["CYAML", "Basics", "Documents", "HTTPModel", "HTTPTypes"],
      [.synchronization, .essentials, .libc, .dispatch, .fileEvents]),
    Room("Scripting", ["CProcess", "Basics", "Workspaces"], [.synchronization, .libc, .dispatch]),
    Room(
      "SessionModel", ["Basics", "HTTPModel", "Workspaces", "HTTPTypes", "Histogram"],
      [.synchronization, .essentials, .dispatch]),
    Room(
      "Explorer",
      [
        "Basics", "Documents", "GraphQL", "HTTPModel", "Protobuf", "SessionModel", "Terminal", "Workspaces",
        "HTTPTypes",
      ],
      [.synchronization, .essentials]),
    Room(
      "Interchange", ["Basics", "HTTPModel", "SessionModel", "Workspaces", "HTTPTypes"], [.essentials]),
    Room("Serving", ["Basics"], [.synchronization, .essentials]),
    Room(
      "Sessions",
      [
        "Basics", "Documents", "GraphQL", "HTTPModel", "Interchange", "Networking", "Protobuf", "Serving",
        "SessionModel", "Workspaces", "HTTPTypes",
      ],
      [.synchronization, .essentials, .dispatch]),
    Room(
      "DemoServer",
      [
        "Basics", "Documents", "GraphQL", "HTTPModel", "Protobuf", "Serving", "HTTPTypes", "NIOCore", "NIOPosix",
        "NIOHTTP1", "NIOHPACK", "NIOHTTP2",
      ],
      [.synchronization, .essentials, .libc, .dispatch]),
    Room("apus-demo", ["Basics", "DemoServer", "Serving"], [.synchronization, .libc]),
    Room(
      "apus",
      [
        "Basics", "CrashReports", "Documents", "Explorer", "GraphQL", "Interchange", "Networking",
        "Pictures", "Protobuf", "Scripting", "Serving", "Sessions", "TaskThreads", "Terminal", "TerminalNCurses",
        "Workspaces", "ArgumentParser", "HTTPTypes",
      ],
      [.synchronization, .essentials, .libc, .dispatch]),
    Room("programs", ["apus", "apus-demo"], []),
  ]
}
