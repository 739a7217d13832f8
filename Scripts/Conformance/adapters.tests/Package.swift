// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "adapters",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "apus", path: "../../..", traits: ["Logging", "Metrics", "Tracing"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        .product(name: "Networking", package: "apus"), .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ])
  ]
)
