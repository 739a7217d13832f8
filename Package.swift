// swift-tools-version: 6.2
import PackageDescription

// A target may depend only on targets above it in this file.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

// The screen, commands and the demo wait for others most of the time, and an import happens once: for these, size matters
// more than speed. What reads and draws documents is elsewhere.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// Dependents of the libraries say `traits: []`, and neither fetch nor build what only the programs need.
let program: TargetDependencyCondition? = .when(traits: ["Programs"])

// Adapters to the packages of other servers are compiled only if their trait is on.
let logging: TargetDependencyCondition? = .when(traits: ["Logging"])
let metrics: TargetDependencyCondition? = .when(traits: ["Metrics"])
let tracing: TargetDependencyCondition? = .when(traits: ["Tracing"])

let types: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
  name: "apus",
  // For the libraries; iOS for them alone, over URLSession. Older systems lack Duration and clocks.
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "apus", targets: ["apus"]),
    .executable(name: "apus-demo", targets: ["apus-demo"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "NetworkingFoundation", targets: ["NetworkingFoundation"]),
  ],
  traits: [
    .default(enabledTraits: ["Programs"]),
    .trait(name: "Programs", description: "apus and apus-demo, which need a command line parser and a server."),
    .trait(name: "Logging", description: "Networking: a request logger that writes to swift-log."),
    .trait(name: "Metrics", description: "Networking: a tracer that measures with swift-metrics."),
    .trait(name: "Tracing", description: "Networking: a tracer that makes spans with swift-distributed-tracing."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    .systemLibrary(name: "CNCurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .systemLibrary(name: "CCompression"),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CNGHTTP2"),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CPictures", providers: [.apt(["libpng16-16", "libturbojpeg0", "libwebp7", "libgif7"])]),

    .systemLibrary(name: "CSwiftRuntime"),
    .systemLibrary(name: "CIconv"),
    .systemLibrary(name: "CProcess"),
    .target(name: "CThreads", cSettings: strictC),
    .target(name: "CFileSystem", cSettings: strictC),
    .target(name: "CCrash", cSettings: strictC),

    .target(name: "Essentials", swiftSettings: strict),
    .target(name: "Libc", swiftSettings: strict),
    .target(name: "Locks", swiftSettings: strict),
    .target(
      name: "Basics", dependencies: ["CFileSystem", "CIconv", "CProcess", "CThreads", "Libc", "Locks"],
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    .target(name: "TaskThreads", dependencies: ["CSwiftRuntime", "Basics", "Libc"], swiftSettings: strict),
    .target(name: "CrashReports", dependencies: ["CCrash", "Libc"], swiftSettings: strict),
    .target(name: "Terminal", dependencies: ["Basics"], swiftSettings: strict),
    .target(name: "TerminalNCurses", dependencies: ["CNCurses", "Basics", "Libc", "Terminal"], swiftSettings: strict),
    .target(name: "GraphQL", dependencies: ["Basics"], swiftSettings: strict),
    .target(name: "Documents", dependencies: ["Basics"], swiftSettings: strict),
    .target(name: "Protobuf", dependencies: ["Basics"], swiftSettings: strict),
    .target(name: "Pictures", dependencies: ["CPictures", "Basics", "Documents"], swiftSettings: strict),
    .target(
      name: "HTTPModel", dependencies: ["CCompression", "Basics", "Essentials", "Libc", "Locks", types],
      swiftSettings: strict),
    .target(
      name: "Networking",
      dependencies: [
        "CCompression", "CCurl", "CNGHTTP2", "Basics", "Essentials", "HTTPModel", "Libc", "Locks", types,
        .product(name: "Logging", package: "swift-log", condition: logging),
        .product(name: "Metrics", package: "swift-metrics", condition: metrics),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: tracing),
      ],
      swiftSettings: strict),
    .target(
      name: "NetworkingFoundation", dependencies: ["Basics", "Locks", "Networking", types], swiftSettings: strict),
    .target(
      name: "Workspaces",
      dependencies: ["CYAML", "Basics", "Documents", "Essentials", "GraphQL", "HTTPModel", "Libc", types],
      swiftSettings: strict),
    .target(
      name: "Scripting", dependencies: ["CProcess", "Basics", "Libc", "Workspaces"], swiftSettings: strict + small),
    .target(
      name: "SessionModel",
      dependencies: [
        "Basics", "Essentials", "HTTPModel", "Workspaces", types,
        .product(name: "Histogram", package: "hdrhistogram-swift", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "Explorer",
      dependencies: [
        "Basics", "Documents", "Essentials", "GraphQL", "HTTPModel", "Protobuf", "SessionModel", "Terminal",
        "Workspaces", types,
      ],
      swiftSettings: strict + small),
    .target(
      name: "Interchange", dependencies: ["Basics", "Essentials", "HTTPModel", "SessionModel", "Workspaces", types],
      swiftSettings: strict + small),
    .target(name: "Serving", dependencies: ["Basics", "Essentials"], swiftSettings: strict + small),
    .target(
      name: "Sessions",
      dependencies: [
        "Basics", "Documents", "Essentials", "GraphQL", "HTTPModel", "Interchange", "Networking", "Protobuf", "Serving",
        "SessionModel", "Workspaces", types,
      ],
      swiftSettings: strict),
    .target(
      name: "DemoServer",
      dependencies: [
        "Basics", "GraphQL", "HTTPModel", "Libc", "Protobuf", "Serving", types,
        .product(name: "NIOCore", package: "swift-nio", condition: program),
        .product(name: "NIOPosix", package: "swift-nio", condition: program),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: program),
        .product(name: "NIOHPACK", package: "swift-nio-http2", condition: program),
        .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: program),
      ],
      swiftSettings: strict + small),
    .executableTarget(
      name: "apus-demo", dependencies: ["Basics", "DemoServer", "Libc", "Serving"], swiftSettings: strict + small),
    .executableTarget(
      name: "apus",
      dependencies: [
        "Basics", "CrashReports", "Documents", "Essentials", "Explorer", "GraphQL", "Interchange", "Libc", "Networking",
        "Pictures", "Protobuf", "Scripting", "Serving", "Sessions", "TaskThreads", "Terminal", "TerminalNCurses",
        "Workspaces", types,
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
      ],
      swiftSettings: strict + small),
    // One build of both: most of what apus is made of is compiled on one core, and its demo server meanwhile on the other.
    .executableTarget(name: "programs", dependencies: ["apus", "apus-demo"], swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["Basics", "Terminal"], path: "Tests/TestSupport",
      exclude: [
        "Servers/graphql.py", "Servers/graphqlcore.py", "Servers/grpcserver.proto", "Servers/grpcserver.py",
        "Servers/grpcweb.py", "Servers/negotiate.py", "Servers/peers.py", "Servers/secure.py", "Servers/websocket.py",
      ], swiftSettings: strict),
    .executableTarget(
      name: "TaskProbe", dependencies: ["TaskThreads", "Basics"], path: "Tests/TaskProbe", swiftSettings: strict),
    .testTarget(
      name: "TaskThreadsTests", dependencies: ["TaskThreads", "TaskProbe", "TestSupport"], swiftSettings: strict),
    .executableTarget(
      name: "CrashProbe", dependencies: ["CrashReports", "Basics"], path: "Tests/CrashProbe", swiftSettings: strict),
    .testTarget(
      name: "CrashReportsTests", dependencies: ["CrashReports", "CrashProbe", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "BasicsTests", dependencies: ["Basics", "TestSupport"], exclude: ["Columns/wcwidth.txt"],
      swiftSettings: strict),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "Basics", "TestSupport"], swiftSettings: strict),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["TerminalNCurses", "Terminal", "Basics"], path: "Tests/TerminalProbe",
      swiftSettings: strict),
    .testTarget(
      name: "TerminalNCursesTests", dependencies: ["TerminalNCurses", "Terminal", "TerminalProbe", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "GraphQLProbe", dependencies: ["GraphQL", "Basics"], path: "Tests/GraphQLProbe", swiftSettings: strict),
    .testTarget(
      name: "GraphQLTests", dependencies: ["GraphQL", "GraphQLProbe", "Basics", "TestSupport"],
      exclude: ["Oracle/oracle.py"], swiftSettings: strict),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents", "Basics", "TestSupport"], swiftSettings: strict),
    .executableTarget(
      name: "ProtobufProbe", dependencies: ["Protobuf", "Basics"], path: "Tests/ProtobufProbe", swiftSettings: strict),
    .testTarget(
      name: "ProtobufTests", dependencies: ["Protobuf", "Basics", "ProtobufProbe", "TestSupport"],
      exclude: ["Conformance/conformance.py"], swiftSettings: strict),
    .testTarget(
      name: "PicturesTests", dependencies: ["Pictures", "Documents", "Basics", "TestSupport"], swiftSettings: strict),
    .executableTarget(
      name: "WebSocketProbe", dependencies: ["Networking", "Basics"], path: "Tests/WebSocketProbe",
      swiftSettings: strict),
    .executableTarget(
      name: "StreamProbe", dependencies: ["Networking", "Basics"], path: "Tests/StreamProbe", swiftSettings: strict),
    .executableTarget(
      name: "GRPCProbe", dependencies: ["Networking", "Basics"], path: "Tests/GRPCProbe", swiftSettings: strict),
    .testTarget(
      name: "NetworkingTests",
      dependencies: [
        "Networking", "HTTPModel", "Basics", "DemoServer", "GRPCProbe", "StreamProbe", "TestSupport", "WebSocketProbe",
        types,
      ],
      swiftSettings: strict),
    // Compiled as an app is, on the main actor by default.
    .testTarget(
      name: "NetworkingCallerTests", dependencies: ["Networking", "TestSupport"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "NetworkingFoundationTests", dependencies: ["NetworkingFoundation", "Networking", "TestSupport", types],
      swiftSettings: strict),
    .executableTarget(
      name: "SaveProbe", dependencies: ["Workspaces", "Networking", "Basics"], path: "Tests/SaveProbe",
      swiftSettings: strict),
    .testTarget(
      name: "WorkspacesTests",
      dependencies: [
        "Workspaces", "Networking", "HTTPModel", "Documents", "Basics", "SaveProbe", "TestSupport", types,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InterchangeTests",
      dependencies: ["Interchange", "Workspaces", "Networking", "Basics", "TestSupport", types],
      swiftSettings: strict),
    .testTarget(
      name: "SessionsTests",
      dependencies: [
        "Sessions", "SessionModel", "Interchange", "Protobuf", "Serving", "Workspaces", "Networking", "Basics",
        "TestSupport", types,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ScriptProbe", dependencies: ["Scripting", "Workspaces", "Basics"], path: "Tests/ScriptProbe",
      swiftSettings: strict),
    .testTarget(
      name: "ScriptingTests",
      dependencies: ["Scripting", "Workspaces", "Basics", "apus", "ScriptProbe", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "ServingTests", dependencies: ["Serving", "Basics", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ExplorerTests",
      dependencies: [
        "Explorer", "Sessions", "Documents", "GraphQL", "Interchange", "Protobuf", "Terminal", "Workspaces",
        "Networking", "Basics", "TestSupport", types,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ComplexityTests",
      dependencies: [
        "Basics", "Documents", "GraphQL", "HTTPModel", "Interchange", "Protobuf", "Workspaces", "Networking",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DemoServerTests", dependencies: ["DemoServer", "GraphQL", "Protobuf", "Serving", "Basics", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ApusTests", dependencies: ["apus", "apus-demo", "Basics", "DemoServer", "TestSupport", types],
      swiftSettings: strict),
    .testTarget(
      name: "HouseTests", dependencies: ["TestSupport"], exclude: ["Words/Words.txt"], swiftSettings: strict),
  ]
)

// Programs and tests use Synchronization and run on macOS 15 or later, but the systems above apply to every target.
let libraries: Set = [
  "Essentials", "Libc", "Locks", "Basics", "HTTPModel", "Networking", "NetworkingFoundation",
]
for target in package.targets where !libraries.contains(target.name) {
  target.swiftSettings?.append(
    .unsafeFlags(["-Xfrontend", "-disable-availability-checking"], .when(platforms: [.macOS])))
}
