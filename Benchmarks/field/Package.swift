// swift-tools-version: 6.2
import PackageDescription

// The libraries that Documentation/Comparison.md holds side by side, each in a program of its own that does the same. Apart
// from Benchmarks/networking, because AsyncHTTPClient takes minutes to build.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "field",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "apus", path: "../..", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    .target(name: "Contest", swiftSettings: strict),
    .executableTarget(
      name: "with-networking", dependencies: ["Contest", .product(name: "Networking", package: "apus")],
      swiftSettings: strict),
    .executableTarget(name: "with-urlsession", dependencies: ["Contest"], swiftSettings: strict),
    .executableTarget(
      name: "with-async-http-client",
      dependencies: ["Contest", .product(name: "AsyncHTTPClient", package: "async-http-client")], swiftSettings: strict),
  ]
)
