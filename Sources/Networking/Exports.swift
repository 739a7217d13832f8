// What the API speaks of besides its own types, so that `import Networking` is enough: statuses and methods of
// swift-http-types; JSON values, media types and stored bodies.
@_exported public import Basics
@_exported public import HTTPTypes
