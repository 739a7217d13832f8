// The types of other modules in the public API, so that `import Networking` is enough: requests and exchanges; statuses
// and methods of swift-http-types; JSON values, media types and stored bodies.
@_exported public import Basics
@_exported public import HTTPModel
@_exported public import HTTPTypes
